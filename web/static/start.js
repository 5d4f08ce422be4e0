// Starts the program, and gives its reader something to read until it is there.
// Whatever goes wrong is shown above that text.

const show = (problem) => {
  document.getElementById('failure-detail').textContent = String(problem);
  document.getElementById('failure').hidden = false;
};

// The same choice as the program's: the address, the last visit, the browser.
const language = () => {
  const asked = /[?&]lang=(en|zh)(&|$)/.exec(location.hash);
  let kept = null;
  try {
    kept = localStorage.getItem('lockstep-lang');
  } catch {
    // Nothing can be kept here.
  }
  const own = navigator.language.startsWith('zh') ? 'zh' : 'en';
  return asked?.[1] ?? (['en', 'zh'].includes(kept) ? kept : own);
};

// The lesson of the address as text, in place of the list of all of them.
const read = async (lesson, lang) => {
  const response = await fetch(`./lessons/${lesson}.${lang}.html`);
  if (!response.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const text = page.querySelector('main');
  for (const link of text.querySelectorAll('a')) {
    link.href = new URL(link.getAttribute('href'), response.url).href;
  }
  // The program may have come first.
  document.getElementById('reading')?.replaceChildren(...text.childNodes);
};

const lang = language();
document.documentElement.lang = lang;
for (const text of document.querySelectorAll('#reading [lang]')) {
  text.hidden = !text.lang.startsWith(lang);
}
const lesson = /^#\/([\w-]+)/.exec(location.hash);
if (lesson) {
  // Without it there still is the list.
  read(lesson[1], lang).catch(() => {});
}

try {
  if (typeof WebAssembly !== 'object') {
    throw new Error('this browser has no WebAssembly');
  }
  const { default: init } = await import('./app.js');
  await init({ module_or_path: './app_bg.wasm' });
} catch (problem) {
  show(problem);
}
