import { type ListedCategory, updateCategory } from '@mbari/contract/photos/categories';
import * as shared from '@mbari/words/forum-categories';
import * as words from '@mbari/words/photo-categories';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { photoCategoriesChanged } from '~/platform/lib/cache-events/photos.ts';
import { call } from '~/platform/lib/call.ts';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { Button, IconButton } from '~/platform/ui/button.tsx';
import { FetchFailed } from '~/platform/ui/fetch-failed.tsx';
import { OrderedRows } from '~/platform/ui/ordered-rows.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';
import { categories } from './category-queries.ts';

const naming = async () => (await import('./photo-category-dialogs.tsx')).PhotoCategoryDialog;
const deleting = async () => (await import('./photo-category-dialogs.tsx')).DeletePhotoCategoryDialog;

const icon = { size: 18, strokeWidth: 1.6, 'aria-hidden': true } as const;

export function PhotoCategoryEditor() {
  // Another admin may have changed the categories. Polls while a category is emptied.
  const { data, isFetchedAfterMount, isError, isFetching, refetch } = useQuery({
    ...categories,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => state.data?.some((one) => one.is_leaving) === true && 2_000,
  });
  if (data && isFetchedAfterMount) return <Rows listed={data} />;
  return isError ? (
    <FetchFailed message={words.loadFailed} busy={isFetching} onRetry={() => void refetch()} />
  ) : (
    <div className="min-h-[80vh] py-s6 text-center">
      <Spinner size={28} />
    </div>
  );
}

function Rows({ listed }: { listed: readonly ListedCategory[] }) {
  const client = useQueryClient();
  const addition = useLazyDialog(naming);
  return (
    <>
      {listed.length === 0 ? (
        <p className="my-s5 text-ink-quiet">{words.none}</p>
      ) : (
        <OrderedRows
          items={listed}
          words={{ moveUp: shared.moveUp, moveDown: shared.moveDown, nowAt: shared.nowAt, orderFailed: shared.orderFailed }}
          onMove={async ({ id }, position) => {
            await call(updateCategory, { params: { id }, body: { position } });
            await photoCategoriesChanged(client);
          }}
          row={(category, arrows) =>
            category.is_leaving ? <LeavingRow {...category} /> : <CategoryRow category={category} listed={listed} arrows={arrows} />
          }
        />
      )}
      <Button onClick={addition.open}>{shared.addCategory}</Button>
      {addition.Dialog && <addition.Dialog onClose={addition.close} />}
    </>
  );
}

function LeavingRow({ name, photos_count: count }: ListedCategory) {
  return (
    <div className="ordered-row-text text-ink-quiet">
      <p dir="auto">{name}</p>
      <p className="text-t15">
        {words.leaving} {words.photos({ count })}
      </p>
    </div>
  );
}

interface CategoryRowProps {
  category: ListedCategory;
  listed: readonly ListedCategory[];
  arrows: ReactNode;
}

function CategoryRow({ category, listed, arrows }: CategoryRowProps) {
  const { name, photos_count: count } = category;
  const rename = useLazyDialog(naming);
  const deletion = useLazyDialog(deleting);
  return (
    <>
      <div className="ordered-row-text">
        <p className="font-semibold" dir="auto">
          {name}
        </p>
        <p className="text-ink-meta text-t15">{words.photos({ count })}</p>
      </div>
      <div className="ordered-row-actions">
        {arrows}
        <IconButton label={words.rename({ name })} onClick={rename.open}>
          <Pencil {...icon} />
        </IconButton>
        <IconButton label={shared.deleteCategory({ name })} onClick={deletion.open}>
          <Trash2 {...icon} />
        </IconButton>
      </div>
      {rename.Dialog && <rename.Dialog category={category} onClose={rename.close} />}
      {deletion.Dialog && <deletion.Dialog category={category} listed={listed} onClose={deletion.close} />}
    </>
  );
}
