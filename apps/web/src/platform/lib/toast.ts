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
 * Short messages at the bottom of the page. Their code is loaded after the first screen, at the latest here. Where it cannot be loaded,
 * the text is put at the end of the page, or of the open dialog.
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
