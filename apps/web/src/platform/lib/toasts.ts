import type { ReactNode } from 'react';
import { randomId } from './random-id.ts';

export interface Toast {
  id: string;
  kind: 'success' | 'error' | 'loading' | 'blank';
  content: ReactNode;
  pendingAt?: string | undefined;
  leaving: boolean;
}

export interface ToastOptions {
  /** A toast with the same id replaces the previous one. */
  id?: string;
  pendingAt?: string;
}

/** Durations from the specification, in milliseconds. A loading toast stays until it is dismissed. */
export const toastLasts = { success: 2_000, error: 4_000, blank: 4_000, loading: Number.POSITIVE_INFINITY };
const maxToasts = 20;
const fadesIn = 160;

let toasts: readonly Toast[] = [];
const listeners = new Set<() => void>();

export const currentToasts = (): readonly Toast[] => toasts;

export function watchToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function addToast(kind: Toast['kind'], content: ReactNode, { id = randomId(), pendingAt }: ToastOptions = {}): void {
  const toast = { id, kind, content, pendingAt, leaving: false };
  const isShown = toasts.some((item) => item.id === id);
  setToasts(isShown ? toasts.map((item) => (item.id === id ? toast : item)) : [...toasts, toast].slice(-maxToasts));
}

export function dismissToast(id: string): void {
  const leavingToast = toasts.find((item) => item.id === id);
  if (leavingToast === undefined || leavingToast.leaving) return;
  const leaving = { ...leavingToast, leaving: true };
  setToasts(toasts.map((item) => (item === leavingToast ? leaving : item)));
  // Compared by identity: a toast shown again in the meantime stays.
  setTimeout(() => setToasts(toasts.filter((item) => item !== leaving)), fadesIn);
}

function setToasts(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}
