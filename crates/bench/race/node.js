// `node node.js 3` prints the states and the milliseconds of three clients.

import { readFile } from 'node:fs/promises';
import { race } from './race.js';

const module = await readFile(new URL('bench_bg.wasm', import.meta.url));
const { states, ms } = await race(module, Number(process.argv[2]));
console.log(`${states} ${ms}`);
