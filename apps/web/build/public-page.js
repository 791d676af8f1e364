/* The whole script of the pages for visitors, which need none to be read. */
(() => {
  // The server tells members by a cookie. Without it, a member got this page.
  try {
    const fonts = document.querySelector('style[data-fonts]');
    if (localStorage.getItem('mbari_visited') === null) localStorage.setItem('mbari_visited', 'yes');
    else fonts.media = 'all';
    if (localStorage.getItem('auth_token') !== null && !/(?:^|; )mbari_member=/.test(document.cookie)) {
      document.cookie = `mbari_member=yes; path=/; max-age=31536000; samesite=lax${location.protocol === 'https:' ? '; secure' : ''}`;
      // Not if cookies are blocked: the page would reload for ever.
      if (document.cookie.includes('mbari_member=')) return location.reload();
    }
  } catch {
    // Storage is blocked, so nobody is signed in.
  }

  addEventListener('DOMContentLoaded', () => {
    const bar = document.querySelector('[data-after-header]');
    const header = document.querySelector('header.front');
    if (bar && header) new IntersectionObserver(([entry]) => (bar.hidden = entry.isIntersecting)).observe(header);
  });

  addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || !(event.target instanceof Element)) return;
    const more = event.target.closest('a[data-more]');
    if (more) {
      event.preventDefault();
      showMore(more);
    }
    // Only this photo moves to the next page.
    const image = event.target.closest('.wall a')?.querySelector('img');
    if (image) image.style.viewTransitionName = 'photo';
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) for (const image of document.querySelectorAll('.wall img')) image.style.viewTransitionName = '';
  });

  /** Appends the next page's photos, and moves the focus to the first. If that fails, the link opens the page. */
  function showMore(link) {
    if (link.ariaBusy === 'true') return;
    link.ariaBusy = 'true';
    const request = new XMLHttpRequest();
    request.open('GET', link.href);
    request.responseType = 'document';
    request.onload = () => {
      const photos = request.response?.querySelectorAll('.wall > li') ?? [];
      if (photos.length === 0) return location.assign(link.href);
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(request.response.querySelector('style[data-photos]')?.textContent ?? '');
      document.adoptedStyleSheets.push(sheet);
      link
        .closest('section')
        .querySelector('.wall')
        .append(...photos);
      photos[0].querySelector('a').focus({ preventScroll: true });
      const next = request.response.querySelector('a[data-more]');
      if (next) link.href = next.getAttribute('href');
      else link.parentElement.remove();
      link.ariaBusy = 'false';
    };
    request.onerror = () => location.assign(link.href);
    request.send();
  }
})();
