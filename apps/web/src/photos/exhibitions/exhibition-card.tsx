import type { ListedExhibition } from '@mbari/contract/photos/exhibitions';
import * as words from '@mbari/words/exhibitions';
import { list } from '@mbari/words/format';
import { inTitle } from '@mbari/words/muted-words';
import { Link } from '@tanstack/react-router';
import { useSession } from '~/platform/lib/session.ts';
import { Folded } from '~/platform/text/folded.tsx';
import { useFold } from '~/platform/text/use-muted-words.ts';
import { Mat } from './mat.tsx';
import { StateLine } from './state-line.tsx';

const sizes = '(max-width: 700px) 100vw, 420px';

/** An exhibition in a list: its first work whole on a mat, title, state and curators. */
export function ExhibitionCard({ exhibition }: { exhibition: ListedExhibition }) {
  const { id, title, cover, curators, works_count } = exhibition;
  const { user } = useSession();
  const { folded, show, shownRef } = useFold(curators.find((curator) => curator.id === user?.id)?.id, () => title);
  if (folded)
    return (
      <p className="text-ink-quiet">
        <Folded why={inTitle} onShow={show} />
      </p>
    );
  return (
    <Link ref={shownRef} to="/exhibitions/$id/{-$part}" params={{ id }} className="exhibition-card">
      <Mat image={cover} sizes={sizes} title={title} />
      <h2 dir="auto">{title}</h2>
      <StateLine exhibition={exhibition} />
      <p className="text-t15 text-ink-meta">{words.curators({ names: list(curators.map(({ name }) => name)) })}</p>
      {works_count > 0 && <p className="text-t15 text-ink-meta">{words.works({ count: works_count })}</p>}
    </Link>
  );
}
