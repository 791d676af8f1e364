/*
 * Decides, before anything is painted, whether the welcome stands in front of the app: on a cold start, once a browser session,
 * and never where a mail or the identity provider leads. The app starts beneath it meanwhile.
 */
(() => {
  const root = document.documentElement;
  const { pathname, search } = location;
  const arrivedByLink =
    pathname === '/reset-password' ||
    pathname === '/oauth/callback' ||
    pathname === '/confirm-email' ||
    (pathname === '/verify-email' && new URLSearchParams(search).has('status'));
  const lasts = 5000;
  const key = 'mbari_welcomed';
  let welcomed = false;
  try {
    welcomed = sessionStorage.getItem(key) !== null;
    sessionStorage.setItem(key, 'yes');
  } catch {
    // Storage is shut: the welcome shows each time.
  }
  if (welcomed || arrivedByLink) return;
  root.classList.add('welcoming');

  document.addEventListener('DOMContentLoaded', () => {
    const app = document.getElementById('root');
    const splash = document.getElementById('splash');
    if (app === null || splash === null) return;
    app.inert = true;
    let over = false;
    const end = () => {
      if (over) return;
      over = true;
      clearTimeout(timer);
      removeEventListener('keydown', onKey, true);
      splash.removeEventListener('click', end);
      app.inert = false;
      splash.classList.add('splash-leaving');
      setTimeout(() => root.classList.remove('welcoming'), 220);
    };
    const onKey = (event) => {
      // Keys that only go with others, and the browser's own commands, are no wish to go on.
      if (event.ctrlKey || event.metaKey || event.altKey || ['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return;
      event.preventDefault();
      end();
    };
    const timer = setTimeout(end, lasts);
    addEventListener('keydown', onKey, true);
    splash.addEventListener('click', end);
  });
})();
