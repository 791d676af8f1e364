import { currentSession, onboardingStageOf } from '~/lib/session.ts';
import './catch-files.css';

/** Photos dropped anywhere on the feed are taken. An open dialog has the say itself. */
export function catchFiles(onFiles: (files: readonly File[]) => void): void {
  document.addEventListener('dragover', (event) => {
    if (!mayTake(event)) return;
    event.preventDefault();
    document.documentElement.toggleAttribute('data-catching', true);
  });
  for (const over of ['dragleave', 'dragend', 'drop'] as const)
    document.addEventListener(over, (event) => {
      // Leaving one element is entering the next, but for the page itself.
      if (over !== 'dragleave' || event.relatedTarget === null) document.documentElement.toggleAttribute('data-catching', false);
    });
  document.addEventListener('drop', (event) => {
    if (!mayTake(event)) return;
    event.preventDefault();
    onFiles([...(event.dataTransfer?.files ?? [])]);
  });
}

const mayTake = (event: DragEvent): boolean =>
  !event.defaultPrevented &&
  event.dataTransfer?.types.includes('Files') === true &&
  ['/', '/feed'].includes(location.pathname) &&
  onboardingStageOf(currentSession()) === 'onboarded' &&
  document.querySelector('dialog[open]') === null;
