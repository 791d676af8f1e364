import * as words from '@mbari/words/challenges';
import { challenges } from '@mbari/words/shell';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ChallengeCard } from '~/photos/challenges/challenge-card.tsx';
import { challengesIn } from '~/photos/challenges/challenge-queries.ts';
import { useSession } from '~/platform/lib/session.ts';
import { buttonClass } from '~/platform/ui/button.tsx';
import { PagedRows } from '~/platform/ui/paged-list.tsx';
import { Tabs } from '~/platform/ui/tabs.tsx';
import '~/photos/exhibitions/exhibitions.css';
import '~/photos/challenges/challenges.css';

const tabs = [
  { name: 'current', label: words.currentTab },
  { name: 'past', label: words.pastTab },
] as const;

export default function ChallengesPage() {
  const { tab } = useSearch({ from: '/shell/challenges' });
  const navigate = useNavigate();
  const isAdmin = useSession().user?.role === 'admin';
  const chosen = tab === 'past' ? 'past' : 'current';
  const list = useInfiniteQuery(challengesIn(chosen));
  return (
    <div className="exhibitions">
      <header className="exhibitions-head">
        <h1 className="display-large">{challenges}</h1>
        {isAdmin && (
          <Link to="/challenges/$id/{-$part}" params={{ id: 'new' }} className={buttonClass({ kind: 'quiet' })}>
            {words.make}
          </Link>
        )}
      </header>
      <Tabs
        label={challenges}
        tabs={tabs}
        chosen={chosen}
        controls="challenge-list"
        onChoose={(name) =>
          void navigate({ to: '/challenges', search: name === 'current' ? {} : { tab: name }, replace: true, resetScroll: false })
        }
      />
      <div id="challenge-list" role="tabpanel" aria-label={chosen === 'past' ? words.pastTab : words.currentTab}>
        <PagedRows
          list={list}
          failed={words.listFailed}
          empty={
            chosen === 'past'
              ? { drawing: 'quiet', title: words.nonePast }
              : { drawing: 'hanging', title: words.noneCurrent, hint: words.noneCurrentHint }
          }
          className="exhibition-list"
        >
          {(challenge) => <ChallengeCard challenge={challenge} />}
        </PagedRows>
      </div>
    </div>
  );
}
