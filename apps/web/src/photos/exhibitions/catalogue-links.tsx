import type { Exhibition } from '@mbari/contract/photos/exhibitions';
import * as words from '@mbari/words/exhibitions';
import { Link } from '@tanstack/react-router';
import { BookOpen, Printer } from 'lucide-react';

const icon = { size: 20, strokeWidth: 1.6, 'aria-hidden': true } as const;

export function CatalogueLinks({ exhibition: { id } }: { exhibition: Exhibition }) {
  return (
    <section aria-labelledby="exhibition-catalogue">
      <h2 id="exhibition-catalogue" className="exhibition-heading">
        {words.catalogue}
      </h2>
      <div className="catalogue-links">
        <p>{words.catalogueHint}</p>
        <Link to="/exhibitions/$id/{-$part}" params={{ id, part: 'catalogue' }} className="button button-text">
          <Printer {...icon} />
          {words.catalogueA4}
        </Link>
        <Link to="/exhibitions/$id/{-$part}" params={{ id, part: 'booklet' }} className="button button-text">
          <BookOpen {...icon} />
          {words.catalogueA5}
        </Link>
      </div>
    </section>
  );
}
