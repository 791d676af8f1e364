'use no memo';

import { useLocation, useNavigate } from '@tanstack/react-router';
import { type MouseEvent, useEffect, useEffectEvent, useRef } from 'react';
import { addressOfPost, topInHistory } from './topic-address.ts';

/** Jumps to posts linked within the open topic. The router would ignore a link to the address that it last opened. Back returns to the link. */
export function useGoTo(topic: { id: string; slug: string }, jump: (number: number, top?: number) => Promise<void>) {
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  const visit = state.__TSR_key;
  const shown = useRef(visit);
  const follow = useEffectEvent((visit: string | undefined, number: number | undefined) => {
    if (shown.current === visit || number === undefined) return;
    shown.current = visit;
    void jump(number, topInHistory());
  });
  const number = numberIn(pathname, topic.id);
  useEffect(() => follow(visit, number), [visit, number]);
  return (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const to = link && numberIn(link.pathname, topic.id);
    if (!link || !to || event.button !== 0 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    void navigate({ href: addressOfPost(topic, to), state: (state) => ({ ...state, jump: Date.now() }), resetScroll: false });
  };
}

function numberIn(pathname: string, topicId: string): number | undefined {
  const [, id, number] = /^\/forum\/t\/([^/]+)\/[^/]+\/([1-9][0-9]{0,8})$/.exec(pathname) ?? [];
  return id === topicId ? Number(number) : undefined;
}
