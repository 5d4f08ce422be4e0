// How fast the explorer is in WebAssembly, for Node and for a browser alike.

import init, { explore } from './bench.js';

// By then the engine has compiled what is hot with all its optimizations.
const WARM_UP_MS = 1000;

/** The states of the race of so many clients, and the milliseconds it took. */
export async function race(module, clients) {
  await init({ module_or_path: module });
  const warm = performance.now() + WARM_UP_MS;
  do {
    explore(clients);
  } while (performance.now() < warm);
  const began = performance.now();
  const states = explore(clients);
  return { states, ms: performance.now() - began };
}
