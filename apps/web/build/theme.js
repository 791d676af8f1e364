// Applies the stored theme before the first paint, instead of the device's. As in lib/theme.ts.
((chosen) => {
  if (chosen === null) return;
  document.documentElement.dataset.theme = chosen[1];
  for (const color of document.querySelectorAll('meta[name=theme-color]')) {
    color.media = color.media.includes(chosen[1]) ? 'all' : 'not all';
  }
})(/(?:^|; )mbari_theme=(light|dark)/.exec(document.cookie));
