import type { ReactNode } from 'react';
import type { Toast, ToastOptions } from './toasts.ts';

const load = () => import('./toasts.ts');
const say =
  (kind: Toast['kind']) =>
  (content: ReactNode, options?: ToastOptions): void =>
    void load().then(
      ({ addToast }) => addToast(kind, content, options),
      () =>
        typeof content === 'string' &&
        (document.querySelector('dialog[open]') ?? document.body).append(
          Object.assign(document.createElement('p'), { role: 'alert', textContent: content }),
        ),
    );

/**
 * What is said for a moment at the foot of the page. The first screen need not wait for the code that says it: the toasts are
 * fetched once the page stands, at the latest here. Where they cannot be, what was to be said stands plainly below the page, or in
 * the dialog that is open.
 */
export const toast = {
  success: say('success'),
  error: say('error'),
  loading: say('loading'),
  blank: say('blank'),
  dismiss: (id: string): void =>
    void load().then(
      ({ dismissToast }) => dismissToast(id),
      () => undefined,
    ),
};
