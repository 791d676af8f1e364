/*
 * Decides before the first paint whether to show the welcome: on a cold start, once for each tab,
 * and only on an entry page. A shared link shows its content. The app starts beneath the welcome.
 */
(() => {
  const root = document.documentElement;
  const arrivals = ['/', '/login', '/register'];
  const lasts = 5000;
  const key = 'mbari_welcomed';
  let welcomed = false;
  try {
    welcomed = sessionStorage.getItem(key) !== null;
    sessionStorage.setItem(key, 'yes');
  } catch {
    // Storage is blocked, so the welcome shows each time.
  }
  if (welcomed || !arrivals.includes(location.pathname)) return;
  root.classList.add('welcoming');

  // The app below the welcome stays interactive. Otherwise a password manager could not fill its fields.
  const end = () => {
    clearTimeout(timer);
    clearInterval(watching);
    removeEventListener('keydown', onKey, true);
    for (const type of ['click', 'input', 'change']) removeEventListener(type, end, true);
    removeEventListener('focusin', onFocus, true);
    document.getElementById('splash')?.classList.add('splash-leaving');
    setTimeout(() => root.classList.remove('welcoming'), 220);
  };
  const onKey = (event) => {
    // Ignores modifier keys and the browser's shortcuts.
    if (event.ctrlKey || event.metaKey || event.altKey || ['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return;
    event.preventDefault();
    end();
  };
  const onFocus = ({ target }) => {
    if (target.closest('#root :is(a, button, input, select, textarea)')) end();
  };
  // Some password managers set values without an event, and Chromium hides the values from scripts until the first interaction.
  const isFilled = (field) => (field.value !== field.defaultValue && field.type !== 'hidden') || field.matches(':autofill');
  const watching = setInterval(() => {
    if ([...document.querySelectorAll('#root input')].some(isFilled)) end();
  }, 100);
  const timer = setTimeout(end, Math.max(0, lasts - performance.now()));
  addEventListener('keydown', onKey, true);
  for (const type of ['click', 'input', 'change']) addEventListener(type, end, true);
  addEventListener('focusin', onFocus, true);
})();
