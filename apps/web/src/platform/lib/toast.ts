import type { ReactNode } from 'react';
import type { Toast, ToastOptions } from './toasts.ts';

const load = () => import('./toasts.ts');
const toastOfKind =
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
 * Short messages at the bottom of the page. Their code loads after the first screen or with the first
 * message. If it fails to load, the text is appended to the page or to the open dialog.
 */
export const toast = {
  success: toastOfKind('success'),
  error: toastOfKind('error'),
  loading: toastOfKind('loading'),
  blank: toastOfKind('blank'),
  dismiss: (id: string): void =>
    void load().then(
      ({ dismissToast }) => dismissToast(id),
      () => undefined,
    ),
};
