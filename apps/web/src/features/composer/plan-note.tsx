import * as limits from '@mbari/contract/limits';
import * as sentences from '@mbari/contract/sentences';
import { KolaNut } from '~/drawings/kola-nut.tsx';
import { usePlansAddress } from '~/features/plans/plans-address.ts';

interface PlanNoteProps {
  chosen: number;
  may: number;
  /** More were offered than the plan takes. */
  atLimit: boolean;
}

/** How many images a post may carry; and where the plan is the reason for no more, the way to more. */
export function PlanNote({ chosen, may, atLimit }: PlanNoteProps) {
  const free = may < limits.imagesPaid;
  const plans = usePlansAddress() ?? '/plans';
  const full = atLimit && (free ? sentences.upgradeForImages : sentences.tooManyImages);
  return (
    <p className="plan-note" role="status" data-full={full ? true : undefined}>
      {(full || !free) && <KolaNut size={18} full={4} />}
      {full && free ? (
        // Beside the composer, which keeps what it holds.
        <a href={plans} target="_blank" rel="noreferrer" className="underline underline-offset-3">
          {full}
        </a>
      ) : (
        <span>{full || `${chosen} of ${may} ${may === 1 ? 'image' : 'images'}${free ? '' : ' · Premium'}`}</span>
      )}
    </p>
  );
}
