import type { Exhibition } from '@mbari/contract/photos/exhibitions';
import * as words from '@mbari/words/exhibitions';
import { list } from '@mbari/words/format';
import { reportExhibition } from '@mbari/words/reports';
import { Ellipsis, Flag, Images, Link2, LogOut, Pencil, Share2, Trash2, Users } from 'lucide-react';
import { canShare, shareLink } from '~/photos/posts/share-post.ts';
import { copyLink } from '~/platform/lib/copy-text.ts';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { Button } from '~/platform/ui/button.tsx';
import { Menu } from '~/platform/ui/menu.tsx';

const icon = { size: 18, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** Share, and the menu: editing for curators, report for others. */
export function ExhibitionActions({ exhibition, onArrange }: { exhibition: Exhibition; onArrange: () => void }) {
  const { id, title, curators, viewer } = exhibition;
  const edit = useLazyDialog(async () => (await import('./edit-exhibition.tsx')).EditExhibition);
  const people = useLazyDialog(async () => (await import('./edit-curators.tsx')).EditCurators);
  const leave = useLazyDialog(async () => (await import('./leave-exhibition.tsx')).LeaveExhibition);
  const remove = useLazyDialog(async () => (await import('./leave-exhibition.tsx')).DeleteExhibition);
  const report = useLazyDialog(async () => (await import('~/platform/ui/report-dialog.tsx')).ReportDialog);
  const reported = { type: 'exhibition', id } as const;
  const url = `${location.origin}/exhibitions/${id}`;
  const copy = () => void copyLink(url);
  const text = words.shared({ title, names: list(curators.map(({ name }) => name)) });
  return (
    <>
      {exhibition.state === 'draft' ? (
        viewer.may_edit && (
          <Button kind="quiet" onClick={onArrange}>
            <Images {...icon} />
            {words.arrange}
          </Button>
        )
      ) : (
        <Button kind="text" onClick={() => (canShare() ? void shareLink({ title, text, url }) : copy())}>
          <Share2 {...icon} />
          {words.share}
        </Button>
      )}
      <Menu
        label={words.more}
        icon={<Ellipsis {...icon} />}
        items={[
          ...(viewer.may_edit
            ? [
                { label: words.edit, icon: <Pencil {...icon} />, onChoose: edit.open },
                { label: words.arrange, icon: <Images {...icon} />, onChoose: onArrange },
                { label: words.editCurators, icon: <Users {...icon} />, onChoose: people.open },
              ]
            : []),
          { label: words.copyLink, icon: <Link2 {...icon} />, onChoose: copy },
          ...(viewer.may_delete
            ? [{ label: words.deleteAction, icon: <Trash2 {...icon} />, onChoose: remove.open, danger: true }]
            : viewer.may_edit
              ? [{ label: words.leave, icon: <LogOut {...icon} />, onChoose: leave.open, danger: true }]
              : [{ label: reportExhibition, icon: <Flag {...icon} />, onChoose: report.open }]),
        ]}
      />
      {edit.Dialog && <edit.Dialog exhibition={exhibition} onClose={edit.close} />}
      {people.Dialog && <people.Dialog exhibition={exhibition} onClose={people.close} />}
      {leave.Dialog && <leave.Dialog exhibition={exhibition} onClose={leave.close} />}
      {remove.Dialog && <remove.Dialog exhibition={exhibition} onClose={remove.close} />}
      {report.Dialog && <report.Dialog subject={reported} onClose={report.close} />}
    </>
  );
}
