import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/composer';
import * as sentences from '@mbari/words/sentences';
import { KolaNut } from '~/platform/site/kola-nut.tsx';
import { usePlansAddress } from '~/platform/site/plans-address.ts';
import './plan-note.css';

interface PlanNoteProps {
  chosen: number;
  /** The image limit of the member's plan. */
  allowed: number;
  atLimit: boolean;
  /** Number of images without alt text. */
  withoutAlt: number;
}

export function PlanNote({ chosen, allowed, atLimit, withoutAlt }: PlanNoteProps) {
  const free = allowed < limits.imagesPaid;
  const plans = usePlansAddress() ?? '/plans';
  const full = atLimit && (free ? sentences.upgradeForImages : sentences.tooManyImages);
  return (
    <p className="plan-note" role="status" data-full={full ? true : undefined}>
      {(full || !free) && <KolaNut size={18} full={4} />}
      {full && free ? (
        // Opens a new tab, so that the composer stays open.
        <a href={plans} target="_blank" rel="noreferrer" className="underline underline-offset-3">
          {full}
        </a>
      ) : (
        <span>
          {full || (free ? words.images : words.imagesPremium)({ chosen, allowed })}
          {!full && withoutAlt > 0 && <span className="plan-note-alt">{words.withoutAlt({ count: withoutAlt })}</span>}
        </span>
      )}
    </p>
  );
}
