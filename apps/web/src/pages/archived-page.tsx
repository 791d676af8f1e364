import * as words from '@mbari/words/archived-posts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ArchivedWall, ScheduledWall } from '~/photos/archived-wall.tsx';
import { setPageTitle } from '~/platform/lib/page-title.ts';
import { Tabs } from '~/platform/ui/tabs.tsx';
import '~/photos/own-list.css';

const tabs = [
  { name: 'archived', label: words.archivedTab, Wall: ArchivedWall },
  { name: 'scheduled', label: words.scheduledTab, Wall: ScheduledWall },
] as const;

/** Posts that only the viewer sees. */
export default function ArchivedPage() {
  const search = useSearch({ strict: false });
  const { name, label, Wall } = tabs.find((tab) => tab.name === search.tab) ?? tabs[0];
  const navigate = useNavigate();
  useEffect(() => setPageTitle(words.title), []);
  return (
    <div className="own-list">
      <h1 className="display-large">{words.title}</h1>
      <Tabs
        label={words.title}
        tabs={tabs}
        chosen={name}
        onChoose={(chosen) =>
          void navigate({ to: '/archived', search: chosen === 'archived' ? {} : { tab: chosen }, replace: true, resetScroll: false })
        }
        controls="own-posts"
      />
      <section id="own-posts" role="tabpanel" aria-label={label} className="mt-s4">
        <Wall />
      </section>
    </div>
  );
}
