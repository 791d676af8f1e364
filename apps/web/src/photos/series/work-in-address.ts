/** Writes the work's number as the address's fragment. Bypasses the router, which would scroll to it. Back and reload return to the work. */
export function followInHistory(position: number): void {
  if (!location.pathname.startsWith('/series/')) return;
  const fragment = position === 1 ? '' : `#${position}`;
  if (location.hash !== fragment)
    History.prototype.replaceState.call(history, history.state, '', `${location.pathname}${location.search}${fragment}`);
}

/** Scrolls to the work that the address names, once the works are rendered. */
export function showWorkOfAddress(): void {
  if (/^#\d+$/.test(location.hash) && scrollY === 0) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}
