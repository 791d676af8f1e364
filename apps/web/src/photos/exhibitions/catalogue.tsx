import type { Exhibition } from '@mbari/contract/photos/exhibitions';
import type { Image, Photo } from '@mbari/contract/photos/posts';
import * as catalogueWords from '@mbari/words/exhibition-catalogue';
import * as words from '@mbari/words/exhibitions';
import { date, list, number } from '@mbari/words/format';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '~/platform/ui/button.tsx';
import { FetchFailed } from '~/platform/ui/fetch-failed.tsx';
import { QrCode } from '~/platform/ui/qr-code.tsx';
import { roomNumbers, useWorks } from './exhibition-queries.ts';
import { stepsOf } from './walk-steps.ts';
import './catalogue.css';

const icon = { size: 20, strokeWidth: 1.6, 'aria-hidden': true } as const;

interface CatalogueProps {
  exhibition: Exhibition;
  isBooklet: boolean;
  /** The curators' text. */
  children: ReactNode;
}

/** The catalogue, to print: a page for each work and text on A4, or as a booklet with two A5 pages on each side of a sheet. */
export function Catalogue({ exhibition, isBooklet, children }: CatalogueProps) {
  const works = useWorks(exhibition, roomNumbers(exhibition));
  const pages = pagesOf(exhibition, works, children);
  const isLoaded = works.loaded.size === exhibition.rooms.length;
  return (
    <div className="catalogue" data-booklet={isBooklet || undefined}>
      <header className="catalogue-bar">
        <Link to="/exhibitions/$id/{-$part}" params={{ id: exhibition.id, part: undefined }} className="button button-text">
          <ArrowLeft {...icon} />
          <span dir="auto">{exhibition.title}</span>
        </Link>
        <h1 className="display text-t26">{catalogueWords.title}</h1>
        <p className="text-ink-meta">{isBooklet ? catalogueWords.bookletHint : catalogueWords.hint}</p>
        <Button aria-disabled={!isLoaded} onClick={() => isLoaded && print()}>
          <Printer {...icon} />
          {catalogueWords.print({ pages: isBooklet ? bookletSheets(pages.length).length : pages.length })}
        </Button>
      </header>
      {works.isError && <FetchFailed message={words.worksFailed} busy={works.isFetching} onRetry={works.retry} />}
      {isBooklet
        ? bookletSheets(pages.length).map(([first, second]) => (
            <section key={first} className="catalogue-sheet">
              <Page number={first}>{pages[first]}</Page>
              <Page number={second}>{pages[second]}</Page>
            </section>
          ))
        : pages.map((page, index) => (
            <section key={index} className="catalogue-sheet">
              <Page number={index}>{page}</Page>
            </section>
          ))}
    </div>
  );
}

/**
 * Returns the sides of folded sheets, each with the indexes of two pages: the last and the first page share the outer side. An index of
 * `count` or more is an empty page, because a sheet has four pages.
 */
export function bookletSheets(count: number): [number, number][] {
  const pages = Math.ceil(count / 4) * 4;
  return Array.from({ length: pages / 4 }, (_, sheet): [number, number][] => [
    [pages - 1 - 2 * sheet, 2 * sheet],
    [2 * sheet + 1, pages - 2 - 2 * sheet],
  ]).flat();
}

/** `number`: counted from 0. The cover has no page number. */
const Page = ({ number: index, children }: { number: number; children: ReactNode }) => (
  <div className="catalogue-page">
    {children}
    {index > 0 && children && <p className="catalogue-number">{number(index + 1)}</p>}
  </div>
);

function pagesOf(
  exhibition: Exhibition,
  { photos, loaded }: Pick<ReturnType<typeof useWorks>, 'photos' | 'loaded'>,
  text: ReactNode,
): ReactNode[] {
  return [
    <Cover key="cover" exhibition={exhibition} />,
    ...(exhibition.body === ''
      ? []
      : [
          <div key="text" className="catalogue-text">
            {text}
          </div>,
        ]),
    ...stepsOf(exhibition, photos, loaded).map((step) => {
      const room = exhibition.rooms[step.room];
      if (step.kind === 'room')
        return (
          <div key={step.key} className="catalogue-text">
            <h2 dir="auto">{room?.title}</h2>
            <p dir="auto">{room?.text}</p>
          </div>
        );
      if (step.kind === 'text')
        return (
          <p key={step.key} className="catalogue-text" dir="auto">
            {step.text}
          </p>
        );
      const photo = photos.get(step.photoId);
      return photo ? <Work key={step.key} photo={photo} position={step.seen} /> : null;
    }),
  ];
}

function Cover({ exhibition: { id, title, cover, curators, opens_at, closes_at } }: { exhibition: Exhibition }) {
  const url = `${location.origin}/exhibitions/${id}`;
  const day = (time: string): string => date(new Date(time), { day: 'numeric', month: 'long', year: 'numeric' });
  return (
    <div className="catalogue-cover">
      {cover && <PrintedImage image={cover} alt="" />}
      <h2 dir="auto">{title}</h2>
      <p>{words.curators({ names: list(curators.map(({ name }) => name)) })}</p>
      {opens_at !== null && <p>{[opens_at, closes_at].flatMap((time) => (time === null ? [] : [day(time)])).join(' – ')}</p>}
      <QrCode text={url} label={catalogueWords.qrCode} />
      <p className="catalogue-address" dir="ltr">
        {url}
      </p>
    </div>
  );
}

function Work({ photo, position }: { photo: Photo; position: number }) {
  const [image] = photo.images;
  return (
    <figure className="catalogue-work">
      {image && <PrintedImage image={image} alt={image.alt || photo.title} />}
      <figcaption>
        <p dir="auto">
          {number(position)} · {photo.user.name}
        </p>
        <p className="catalogue-work-title" dir="auto">
          {photo.title}
        </p>
        <p>{[photo.location_name, date(new Date(photo.created_at), { year: 'numeric' })].filter(Boolean).join(', ')}</p>
        {photo.description && <p dir="auto">{photo.description}</p>}
      </figcaption>
    </figure>
  );
}

/** Loads at once and in data-saver mode, too, because a browser prints only images that have loaded. */
const PrintedImage = ({ image, alt }: { image: Image; alt: string }) => (
  <img
    src={image.image_path}
    srcSet={image.srcset.jpeg}
    sizes="800px"
    width={image.width}
    height={image.height}
    alt={alt}
    style={{ backgroundColor: image.color }}
  />
);
