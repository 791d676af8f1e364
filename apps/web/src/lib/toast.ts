import type { ReactNode } from 'react';
import type { Toast, ToastOptions } from './toasts.ts';

const load = () => import('./toasts.ts');
const say =
  <Content extends ReactNode>(kind: Toast['kind']) =>
  (content: Content, options?: ToastOptions): void =>
    void load().then(({ addToast }) => addToast(kind, content, options));

/**
 * What is said for a moment at the foot of the page. The first screen need not wait for the code that says it: the toasts are
 * fetched once the page stands, at the latest here.
 */
export const toast = {
  success: say<string>('success'),
  error: say<string>('error'),
  loading: say<string>('loading'),
  blank: say('blank'),
  dismiss: (id: string): void => void load().then(({ dismissToast }) => dismissToast(id)),
};
