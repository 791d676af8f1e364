import { critiqueCategories, type CritiqueCategory, critiqueLists, listCritiques } from '@mbari/contract/photos/critique';
import * as words from '@mbari/words/critique';
import { title as describe } from '@mbari/words/describe';
import { close } from '@mbari/words/ui';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { categoryWords } from '~/photos/critique/category-words.ts';
import { CritiqueRow } from '~/photos/critique/critique-row.tsx';
import { call } from '~/platform/lib/call.ts';
import { setPageTitle } from '~/platform/lib/page-title.ts';
import { critiqueListKey } from '~/platform/lib/query-keys.ts';
import { IconButton } from '~/platform/ui/button.tsx';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { SelectField } from '~/platform/ui/field.tsx';
import { PagedList } from '~/platform/ui/paged-list.tsx';
import { Tabs } from '~/platform/ui/tabs.tsx';
import '~/photos/critique/critique-queue.css';

type List = (typeof critiqueLists)[number];
const labels = { waiting: words.waiting, mine: words.mine, given: words.given } as const satisfies Record<List, string>;
const empty = { waiting: words.noneWaiting, mine: words.noneMine, given: words.noneGiven } as const satisfies Record<List, string>;

const requests = (list: List, category: CritiqueCategory | '') =>
  infiniteQueryOptions({
    queryKey: critiqueListKey({ list, category }),
    queryFn: async ({ pageParam, signal }) => {
      const query = { list, ...(category !== '' && { category }), ...(pageParam !== null && { cursor: pageParam }) };
      const { data, meta } = await call(listCritiques, { query, signal });
      return { data: data.map((item) => ({ id: item.photo.id, ...item })), meta };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
  });

/** Posts that wait for critique, the viewer's own requests, and those the viewer answered. */
export default function CritiquePage() {
  const { tab } = useSearch({ from: '/shell/critique' });
  const navigate = useNavigate();
  const list = critiqueLists.find((name) => name === tab) ?? 'waiting';
  const [category, setCategory] = useState<CritiqueCategory | ''>('');
  const found = useInfiniteQuery(requests(list, category));
  const meta = found.data?.pages[0]?.meta;
  useEffect(() => setPageTitle(words.title), []);
  return (
    <div className="critique-queue">
      <h1 className="display-large" tabIndex={-1}>
        {words.title}
      </h1>
      <p className="critique-median">{meta && meta.median_hours !== null && words.median({ hours: meta.median_hours })}</p>
      <div className="critique-bar">
        <div className="flex flex-wrap items-center gap-x-s5">
          <Tabs
            label={words.lists}
            controls="critique-list"
            chosen={list}
            onChoose={(name) => void navigate({ to: '/critique', search: { tab: name }, replace: true })}
            tabs={critiqueLists.map((name) => ({ name, label: labels[name] }))}
          />
          <Link to="/describe" className="link py-s3 text-t15">
            {describe}
          </Link>
        </div>
        <SelectField
          label={words.category}
          value={category}
          onChange={({ target }) => setCategory(critiqueCategories.find((name) => name === target.value) ?? '')}
        >
          <option value="">{words.allCategories}</option>
          {critiqueCategories.map((name) => (
            <option key={name} value={name}>
              {categoryWords[name]}
            </option>
          ))}
        </SelectField>
      </div>
      <div id="critique-list" role="tabpanel">
        <PagedList list={found} failed={words.listFailed} empty={<EmptyState drawing="quiet" title={empty[list]} />}>
          {(items) => (
            <>
              {list === 'waiting' && meta?.owes_critique && <GiveBack />}
              <ul className="critique-rows">
                {items.map((item) => (
                  <li key={item.id}>
                    <CritiqueRow {...item} mayGive={list === 'waiting'} />
                  </li>
                ))}
              </ul>
            </>
          )}
        </PagedList>
      </div>
    </div>
  );
}

const closedAt = 'mbari_critique_asked';
const week = 7 * 24 * 60 * 60_000;

/** Asks, once a week at most, to give critique back. */
function GiveBack() {
  const [isClosed, setClosed] = useState(() => Date.now() - Number(localStorage.getItem(closedAt)) < week);
  if (isClosed) return null;
  return (
    <div className="critique-give-back">
      <p>{words.giveBack}</p>
      <IconButton
        label={close}
        onClick={() => {
          setClosed(true);
          localStorage.setItem(closedAt, String(Date.now()));
        }}
      >
        <X size={20} strokeWidth={1.6} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
