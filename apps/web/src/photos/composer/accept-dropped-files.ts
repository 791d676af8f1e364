import { dropToShare } from '@mbari/words/composer';
import { currentSession, onboardingStageOf } from '~/platform/lib/session.ts';
import './accept-dropped-files.css';

/** Accepts files dropped anywhere on the feed, unless a dialog is open. */
export function acceptDroppedFiles(onFiles: (files: readonly File[]) => void): void {
  document.addEventListener('dragover', (event) => {
    if (!takesFiles(event)) return;
    event.preventDefault();
    document.documentElement.dataset['catching'] = dropToShare;
  });
  for (const over of ['dragleave', 'dragend', 'drop'] as const)
    document.addEventListener(over, (event) => {
      // `relatedTarget` is null only when the pointer leaves the page.
      if (over !== 'dragleave' || event.relatedTarget === null) delete document.documentElement.dataset['catching'];
    });
  document.addEventListener('drop', (event) => {
    if (!takesFiles(event)) return;
    event.preventDefault();
    onFiles([...(event.dataTransfer?.files ?? [])]);
  });
}

const takesFiles = (event: DragEvent): boolean =>
  !event.defaultPrevented &&
  event.dataTransfer?.types.includes('Files') === true &&
  ['/', '/feed'].includes(location.pathname) &&
  onboardingStageOf(currentSession()) === 'onboarded' &&
  document.querySelector('dialog[open]') === null;
