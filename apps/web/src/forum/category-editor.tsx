import { type ForumCategory, updateForumCategory } from '@mbari/contract/forum/categories';
import * as words from '@mbari/words/forum-categories';
import { useQueryClient } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { categoriesChanged } from '~/platform/lib/cache-events/forum.ts';
import { call } from '~/platform/lib/call.ts';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { Button, IconButton } from '~/platform/ui/button.tsx';
import { OrderedRows } from '~/platform/ui/ordered-rows.tsx';
import { CategoryMark } from './category-mark.tsx';
import './forum-categories.css';

const icon = { size: 18, strokeWidth: 1.6, 'aria-hidden': true } as const;

export function CategoryEditor({ categories }: { categories: readonly ForumCategory[] }) {
  const client = useQueryClient();
  const addition = useLazyDialog(async () => (await import('./category-dialogs.tsx')).CategoryDialog);
  return (
    <>
      <OrderedRows
        items={categories}
        words={{ moveUp: words.moveUp, moveDown: words.moveDown, nowAt: words.nowAt, orderFailed: words.orderFailed }}
        onMove={async ({ id }, position) => {
          await call(updateForumCategory, { params: { id }, body: { position } });
          await categoriesChanged(client);
        }}
        row={(category, arrows) => <CategoryRow category={category} categories={categories} arrows={arrows} />}
      />
      <Button onClick={addition.open}>{words.addCategory}</Button>
      {addition.Dialog && <addition.Dialog onClose={addition.close} />}
    </>
  );
}

interface CategoryRowProps {
  category: ForumCategory;
  categories: readonly ForumCategory[];
  arrows: ReactNode;
}

function CategoryRow({ category, categories, arrows }: CategoryRowProps) {
  const { name, description, topics_count: count } = category;
  const edit = useLazyDialog(async () => (await import('./category-dialogs.tsx')).CategoryDialog);
  const deletion = useLazyDialog(async () => (await import('./category-dialogs.tsx')).DeleteCategoryDialog);
  return (
    <>
      <div className="forum-category-row">
        <CategoryMark color={category.color} />
        <div className="ordered-row-text">
          <p className="font-semibold" dir="auto">
            {name}
          </p>
          {description !== '' && <p dir="auto">{description}</p>}
          <p className="text-ink-meta text-t15">{words.topics({ count })}</p>
        </div>
      </div>
      <div className="ordered-row-actions">
        {arrows}
        <IconButton label={words.editCategory({ name })} onClick={edit.open}>
          <Pencil {...icon} />
        </IconButton>
        <IconButton label={words.deleteCategory({ name })} onClick={deletion.open}>
          <Trash2 {...icon} />
        </IconButton>
      </div>
      {edit.Dialog && <edit.Dialog category={category} onClose={edit.close} />}
      {deletion.Dialog && <deletion.Dialog category={category} categories={categories} onClose={deletion.close} />}
    </>
  );
}
