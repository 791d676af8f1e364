// Renders once per page; the compiler's memo code costs more than it saves.
'use no memo';

import { search } from '@mbari/words/shell';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { type ComponentType, type MouseEvent, useState } from 'react';
import { catchTyping, useKeys } from '~/platform/lib/keyboard.ts';
import { useMediaQuery } from '~/platform/lib/use-media-query.ts';
import './header-search.css';

const pagesWithSearch = ['/search', '/discover', '/users', '/forum/search'];

/** A field where space allows, otherwise a link to the search page. */
export function HeaderSearch() {
  const { pathname } = useLocation();
  return pagesWithSearch.includes(pathname) ? null : <SearchLink />;
}

const loadSearchBox = () => import('./search-box.tsx');

/** Placeholder that loads the field's code when pressed. If that fails, opens the search page. */
function SearchLink() {
  const isWide = useMediaQuery('(min-width: 1101px)');
  const navigate = useNavigate();
  const [box, setBox] = useState<{ Box: ComponentType<{ previousFocus: Element | null }>; previousFocus: Element | null }>();
  const goToPage = () => void navigate({ to: '/search' });
  const open = () => {
    const previousFocus = document.activeElement;
    catchTyping(search);
    if (isWide) void loadSearchBox().then(({ SearchBox }) => setBox({ Box: SearchBox, previousFocus }), goToPage);
    else goToPage();
  };
  useKeys({ '/': (!isWide || box === undefined) && open });
  if (isWide && box !== undefined) return <box.Box previousFocus={box.previousFocus} />;
  const onClick = (event: MouseEvent) => {
    if (!isWide || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open();
  };
  return (
    <Link
      to="/search"
      preload={false}
      className={isWide ? 'header-search header-search-box' : 'icon-button'}
      aria-label={search}
      aria-keyshortcuts="/"
      onClick={onClick}
      onPointerEnter={isWide ? () => void loadSearchBox().catch(() => undefined) : undefined}
    >
      <Search size={isWide ? 20 : 22} strokeWidth={1.6} aria-hidden="true" />
      {isWide && (
        <>
          <span>{search}</span>
          <kbd aria-hidden="true">/</kbd>
        </>
      )}
    </Link>
  );
}
