import { cleanup } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { endSession } from '~/lib/session.ts';
import { currentToasts, dismissToast } from '~/lib/toasts.ts';
import './browser-dialog.ts';

afterEach(() => {
  cleanup();
  endSession();
  for (const { id } of currentToasts()) dismissToast(id);
  localStorage.clear();
  vi.unstubAllGlobals();
});
