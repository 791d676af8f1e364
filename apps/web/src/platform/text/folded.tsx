'use no memo';

import { show } from '@mbari/words/muted-words';

export function Folded({ why, onShow }: { why: string; onShow: () => void }) {
  return (
    <>
      {why}{' '}
      <button type="button" className="link min-h-11 px-2 font-semibold not-italic" onClick={onShow}>
        {show}
      </button>
    </>
  );
}
