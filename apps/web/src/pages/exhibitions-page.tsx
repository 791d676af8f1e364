import { createExhibition } from '@mbari/contract/photos/exhibitions';
import { exhibitionTitle as maxLength } from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/exhibitions';
import { exhibitions } from '@mbari/words/shell';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ExhibitionCard } from '~/photos/exhibitions/exhibition-card.tsx';
import { exhibitionsIn, type ListedState, listedStates } from '~/photos/exhibitions/exhibition-queries.ts';
import { exhibitionChanged } from '~/platform/lib/cache-events/photos.ts';
import { call } from '~/platform/lib/call.ts';
import { setPageTitle } from '~/platform/lib/page-title.ts';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { Button } from '~/platform/ui/button.tsx';
import { PagedRows } from '~/platform/ui/paged-list.tsx';
import { Tabs } from '~/platform/ui/tabs.tsx';
import '~/photos/exhibitions/exhibitions.css';

export default function ExhibitionsPage() {
  const { tab } = useSearch({ from: '/shell/exhibitions' });
  const client = useQueryClient();
  const navigate = useNavigate();
  const state = listedStates.find((name) => name === tab) ?? 'open';
  const make = useLazyDialog(async () => (await import('~/photos/make-dialog.tsx')).MakeDialog);
  useEffect(() => setPageTitle(exhibitions), []);
  /** Opens the new draft. */
  const create = async (title: string) => {
    const { data } = await call(createExhibition, { body: { title } });
    exhibitionChanged(client, data);
    await navigate({ to: '/exhibitions/$id/{-$part}', params: { id: data.id } });
  };
  const list = useInfiniteQuery(exhibitionsIn(state));
  return (
    <div className="exhibitions">
      <header className="exhibitions-head">
        <h1 className="display-large">{exhibitions}</h1>
        <Button kind="quiet" onClick={make.open}>
          {words.make}
        </Button>
      </header>
      <Tabs
        label={exhibitions}
        tabs={listedStates.map((name) => ({ name, label: tabWords[name] }))}
        chosen={state}
        controls="exhibition-list"
        onChoose={(name) =>
          void navigate({ to: '/exhibitions', search: name === 'open' ? {} : { tab: name }, replace: true, resetScroll: false })
        }
      />
      <div id="exhibition-list" role="tabpanel" aria-label={tabWords[state]}>
        <PagedRows list={list} failed={words.listFailed} empty={emptyWords[state]} className="exhibition-list">
          {(exhibition) => <ExhibitionCard exhibition={exhibition} />}
        </PagedRows>
      </div>
      {make.Dialog && <make.Dialog words={makeWords} maxLength={maxLength} onMake={create} onClose={make.close} />}
    </div>
  );
}

const makeWords = {
  make: words.make,
  hint: words.makeHint,
  title: words.title,
  titleMissing: words.titleMissing,
  create: words.create,
  saveFailed: words.saveFailed,
};

const tabWords: Record<ListedState, string> = { open: words.openTab, coming: words.comingTab, past: words.pastTab, mine: words.mineTab };

const emptyWords: Record<ListedState, { drawing: 'hanging' | 'quiet'; title: string; hint?: string }> = {
  open: { drawing: 'hanging', title: words.noneOpen, hint: words.noneOpenHint },
  coming: { drawing: 'quiet', title: words.noneComing },
  past: { drawing: 'quiet', title: words.nonePast },
  mine: { drawing: 'hanging', title: words.noneMine, hint: words.noneMineHint },
};
