import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import { endSession } from '~/platform/lib/session.ts';
import { currentToasts, dismissToast } from '~/platform/lib/toasts.ts';
// A module of its own: test files share modules, but this file runs for each of them.
import './happy-dom-polyfills.ts';

// Long enough for a busy machine.
configure({ asyncUtilTimeout: 30_000 });

afterEach(() => {
  cleanup();
  endSession();
  for (const { id } of currentToasts()) dismissToast(id);
  localStorage.clear();
  vi.unstubAllGlobals();
});

// Test files share loaded modules: an import that a file's end interrupts would fail in every later file.
afterAll(() => vi.dynamicImportSettled());
