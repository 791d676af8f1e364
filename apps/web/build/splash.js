/*
 * Decides, before anything is painted, whether the welcome stands in front of the app: on a cold start, once a browser session, and only where
 * one arrives by oneself. A link that somebody was sent shows what was shared. The app starts beneath it meanwhile.
 */
(() => {
  const root = document.documentElement;
  const arrivals = ['/', '/login', '/register'];
  /** Milliseconds since the page was asked for. */
  const lasts = 5000;
  const key = 'mbari_welcomed';
  let welcomed = false;
  try {
    welcomed = sessionStorage.getItem(key) !== null;
    sessionStorage.setItem(key, 'yes');
  } catch {
    // Storage is shut: the welcome shows each time.
  }
  if (welcomed || !arrivals.includes(location.pathname)) return;
  root.classList.add('welcoming');

  const setInert = (inert) => {
    const app = document.getElementById('root');
    if (app !== null) app.inert = inert;
    return app !== null;
  };
  // The app's place comes into the document after this, and on a slow line its scripts long after that: nobody waits for them to go on.
  const arriving = new MutationObserver(() => {
    if (setInert(true)) arriving.disconnect();
  });
  const end = () => {
    clearTimeout(timer);
    arriving.disconnect();
    removeEventListener('keydown', onKey, true);
    removeEventListener('click', end, true);
    setInert(false);
    document.getElementById('splash')?.classList.add('splash-leaving');
    setTimeout(() => root.classList.remove('welcoming'), 220);
  };
  const onKey = (event) => {
    // Keys that only go with others, and the browser's own commands, are no wish to go on.
    if (event.ctrlKey || event.metaKey || event.altKey || ['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return;
    event.preventDefault();
    end();
  };
  const timer = setTimeout(end, Math.max(0, lasts - performance.now()));
  arriving.observe(root, { childList: true, subtree: true });
  addEventListener('keydown', onKey, true);
  addEventListener('click', end, true);
})();
