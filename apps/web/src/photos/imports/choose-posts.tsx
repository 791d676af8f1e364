import { chooseImportItems, type ImportItem, type PhotoImport, startImport } from '@mbari/contract/photos/imports';
import { type Audience, audiences, type License, licenses } from '@mbari/contract/photos/post-fields';
import * as limits from '@mbari/contract/platform/limits';
import { category as categoryLabel, noCategory } from '@mbari/words/composer';
import { date } from '@mbari/words/format';
import * as words from '@mbari/words/imports';
import * as detailWords from '@mbari/words/photo-details';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { categoryName } from '~/photos/category-name.ts';
import { categories } from '~/photos/category-queries.ts';
import { audienceNames } from '~/photos/posts/audience-option.tsx';
import { licenseName } from '~/photos/posts/detail-options.tsx';
import { call, errorMessage } from '~/platform/lib/call.ts';
import { useSession } from '~/platform/lib/session.ts';
import { toast } from '~/platform/lib/toast.ts';
import { useAction } from '~/platform/lib/use-action.ts';
import { Button } from '~/platform/ui/button.tsx';
import { SelectField, TextArea } from '~/platform/ui/field.tsx';
import { PagedList } from '~/platform/ui/paged-list.tsx';
import { importItems, importItemsKey, importsKey } from './import-queries.ts';
import { Problem } from './problem.tsx';

interface Choice {
  positions?: number[];
  is_chosen: boolean;
}

/** The posts that were found, and what all of them get. */
export function ChoosePosts({ read }: { read: PhotoImport }) {
  const list = useInfiniteQuery(importItems(read.id, { skipped: false }));
  const choose = useChoices(read);
  return (
    <>
      <div className="import-head">
        <p role="status" className="font-semibold tabular-nums">
          {words.chosen({ chosen: read.counts.chosen, found: read.counts.found })}
        </p>
        <div className="flex flex-wrap gap-s2">
          <Button kind="quiet" onClick={() => choose({ is_chosen: true })}>
            {words.chooseAll}
          </Button>
          <Button kind="quiet" onClick={() => choose({ is_chosen: false })}>
            {words.chooseNone}
          </Button>
        </div>
      </div>
      <PagedList list={list} failed={words.loadFailed} empty={null}>
        {(items) => (
          <ul className="import-grid">
            {items.map((item) => (
              <li key={item.position}>
                <FoundPost item={item} onChoose={(is_chosen) => choose({ positions: [item.position], is_chosen })} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
      <ForAll read={read} />
    </>
  );
}

/** Shows a choice at once, and sends choices one after the other. */
function useChoices({ id }: PhotoImport): (choice: Choice) => void {
  const client = useQueryClient();
  const sending = useRef<Promise<unknown>>(Promise.resolve());
  const show = ({ positions, is_chosen: isChosen }: Choice): void => {
    void client.cancelQueries({ queryKey: importItemsKey(id, { skipped: false }) });
    client.setQueryData(
      importItems(id, { skipped: false }).queryKey,
      (data) =>
        data && {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            data: page.data.map((item) =>
              item.problem === null && (positions?.includes(item.position) ?? true) ? { ...item, is_chosen: isChosen } : item,
            ),
          })),
        },
    );
  };
  return (choice) => {
    show(choice);
    const sent: Promise<unknown> = sending.current
      .then(() => call(chooseImportItems, { params: { id }, body: choice }))
      .catch((error: unknown) => toast.error(errorMessage(error, words.tryAgain)))
      .then(async () => {
        if (sending.current === sent) await client.invalidateQueries({ queryKey: importsKey });
      });
    sending.current = sent;
  };
}

function FoundPost({ item, onChoose }: { item: ImportItem; onChoose: (isChosen: boolean) => void }) {
  const { title, taken_at: takenAt, preview, images_count: count, problem, is_chosen: isChosen } = item;
  return (
    <label className="import-item">
      {preview === null ? <span className="import-preview" /> : <img className="import-preview" src={preview} alt="" />}
      <input type="checkbox" checked={isChosen} disabled={problem !== null} onChange={({ target }) => onChoose(target.checked)} />
      <span className="import-title" dir="auto">
        {title}
      </span>
      <span className="text-t13 text-ink-meta">
        {problem ? (
          <Problem problem={problem} />
        ) : (
          [takenAt !== null && date(new Date(takenAt), { dateStyle: 'medium', timeZone: 'UTC' }), count > 1 && words.images({ count })]
            .filter(Boolean)
            .join(' · ')
        )}
      </span>
    </label>
  );
}

interface Settings {
  audience: Audience | '';
  license: License | '';
  category: string;
  alt: string;
  albums: string[];
}

function ForAll({ read }: { read: PhotoImport }) {
  const client = useQueryClient();
  const { user } = useSession();
  const { data: choices = [] } = useQuery(categories);
  const [settings, setSettings] = useState<Settings>({ audience: 'me', license: '', category: '', alt: '', albums: [] });
  const change = (changed: Partial<Settings>) => setSettings({ ...settings, ...changed });
  const start = useAction(async () => {
    const { alt, ...body } = settings;
    if (alt.trim() !== '') await call(chooseImportItems, { params: { id: read.id }, body: { alt } });
    await call(startImport, { params: { id: read.id }, body });
    await client.invalidateQueries({ queryKey: importsKey });
  }, words.tryAgain);
  const isPaid = user?.viewer.may_set_visibility === true;
  return (
    <form
      className="import-form"
      onSubmit={(event) => {
        event.preventDefault();
        void start.run();
      }}
    >
      <h2 className="display text-t26">{words.forAll}</h2>
      <SelectField
        label={detailWords.audience}
        value={settings.audience}
        onChange={({ target }) => change({ audience: audiences.find((one) => one === target.value) ?? '' })}
      >
        {[...audiences].reverse().map((one) => (
          <option key={one} value={one} disabled={one === 'followers' && !isPaid}>
            {audienceNames[one]}
          </option>
        ))}
        <option value="">{detailWords.audienceSetting}</option>
      </SelectField>
      <SelectField label={categoryLabel} value={settings.category} onChange={({ target }) => change({ category: target.value })}>
        <option value="">{noCategory}</option>
        {choices
          .filter((choice) => !choice.is_leaving)
          .map(({ id, name }) => (
            <option key={id} value={name}>
              {categoryName(name)}
            </option>
          ))}
      </SelectField>
      <SelectField
        label={detailWords.license}
        value={settings.license}
        onChange={({ target }) => change({ license: licenses.find((one) => one === target.value) ?? '' })}
      >
        <option value="">{detailWords.allRightsReserved}</option>
        {licenses.map((one) => (
          <option key={one} value={one}>
            {licenseName(one)}
          </option>
        ))}
      </SelectField>
      <TextArea
        label={words.alt}
        hint={words.altHint}
        rows={2}
        maxLength={limits.alt}
        value={settings.alt}
        onChange={({ target }) => change({ alt: target.value })}
      />
      {read.albums.length > 0 && (
        <fieldset className="import-albums">
          <legend className="text-t15 font-semibold">{words.albums}</legend>
          {read.albums.map(({ name, photos_count: count }) => (
            <label key={name}>
              <input
                type="checkbox"
                checked={settings.albums.includes(name)}
                onChange={({ target }) =>
                  change({ albums: target.checked ? [...settings.albums, name] : settings.albums.filter((one) => one !== name) })
                }
              />
              <span dir="auto">{words.album({ name, count })}</span>
            </label>
          ))}
        </fieldset>
      )}
      <div>
        <Button type="submit" busy={start.busy && words.starting} aria-disabled={read.counts.chosen === 0 || undefined}>
          {words.start({ count: read.counts.chosen })}
        </Button>
      </div>
    </form>
  );
}
