/**
 * Returns the `Intl` options of a number style, or undefined without a style.
 * @param {any} style
 */
export function numberStyle(style) {
  if (!style) return undefined;
  if (typeof style === 'object') return style.parsedOptions;
  if (style === 'percent') return { style: 'percent' };
  if (style === 'integer') return { maximumFractionDigits: 0 };
  throw new Error(`has an unknown number style “${style}”: use percent, integer or a skeleton such as ::group-off`);
}

/**
 * @param {any} style
 * @param {boolean} isTime
 */
export function dateStyle(style, isTime) {
  if (style && typeof style === 'object') return style.parsedOptions;
  const named = style ?? 'medium';
  if (!['short', 'medium', 'long', 'full'].includes(named))
    throw new Error(`has an unknown date style “${named}”: use short, medium, long, full or a skeleton such as ::yMMMd`);
  return isTime ? { timeStyle: named } : { dateStyle: named };
}
