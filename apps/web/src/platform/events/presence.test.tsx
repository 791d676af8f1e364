import { listPresence } from '@mbari/contract/platform/events';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { signIn } from '~/platform/lib/session.ts';
import { aMember } from '~/testing/a-member.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { AvatarWithPresence } from './avatar-with-presence.tsx';
import { OnlineTag } from './online-tag.tsx';

/** Fake IntersectionObserver: every element is in view. */
class AllInView {
  readonly #report: IntersectionObserverCallback;
  constructor(report: IntersectionObserverCallback) {
    this.#report = report;
  }
  observe(target: Element): void {
    this.#report([{ target, isIntersecting: true } as unknown as IntersectionObserverEntry], this as never);
  }
  unobserve(): void {}
}

let requests: string[][];
beforeEach(() => {
  const server = fakeServer();
  server.answer(listPresence, {
    data: [
      { id: 'ada', is_online: true },
      { id: 'olu', is_online: false },
    ],
  });
  requests = [];
  const answer = globalThis.fetch;
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    requests.push(new URL(url, location.href).searchParams.get('ids')?.split(',') ?? []);
    return answer(url, init);
  });
  vi.stubGlobal('IntersectionObserver', AllInView);
  signIn('a-token', aMember());
});

const avatars = (...ids: string[]) => ids.map((id) => <AvatarWithPresence key={id} member={{ id, avatar_url: null }} size={36} />);

test('members on the same screen share one request, and those online have a dot', async () => {
  await renderScreen(avatars('ada', 'olu', 'hidden'));
  expect(await screen.findAllByRole('img', { name: 'Online' })).toHaveLength(1);
  expect(requests).toEqual([['ada', 'olu', 'hidden']]);
});

test('one request covers at most fifty members', async () => {
  await renderScreen(avatars(...Array.from({ length: 60 }, (_, number) => `m${number}`)));
  await expect.poll(() => requests.map(({ length }) => length)).toEqual([50, 10]);
});

test("the viewer's own presence is not requested", async () => {
  await renderScreen([<OnlineTag key="me" id={aMember().id} />, <OnlineTag key="ada" id="ada" />]);
  expect(await screen.findAllByText('Online')).toHaveLength(1);
  expect(requests).toEqual([['ada']]);
});
