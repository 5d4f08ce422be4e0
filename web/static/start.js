// Starts the program. Whatever goes wrong is shown above the text to read.

const show = (problem) => {
  document.getElementById('failure-detail').textContent = String(problem);
  document.getElementById('failure').hidden = false;
};

try {
  if (typeof WebAssembly !== 'object') {
    throw new Error('this browser has no WebAssembly');
  }
  const { default: init } = await import('./app.js');
  await init({ module_or_path: './app_bg.wasm' });
} catch (problem) {
  show(problem);
}
