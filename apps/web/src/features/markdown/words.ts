import type { Format } from './format-text.ts';

export const editorWords = {
  toolbar: 'Formatting',
  write: 'Write',
  preview: 'Preview',
  tabs: 'Write or preview',
  formats: {
    bold: 'Bold',
    italic: 'Italic',
    heading: 'Heading',
    quote: 'Quote',
    list: 'List',
    numbered: 'Numbered list',
    code: 'Code',
    link: 'Link',
  } satisfies Record<Format, string>,
  withKey: (name: string, key: string) => `${name} (${key})`,
  addImages: 'Add images',
  sending: (name: string) => `Adding ${name}…`,
  dropHere: 'Drop your images here',
  nothingToPreview: 'Write something, and see here how it will look.',
  previewFailed: 'The preview could not be made just now. Your words are still here.',
  previewing: 'Making the preview',
  charactersLeft: (count: number) =>
    count < 0
      ? `${-count} ${count === -1 ? 'character' : 'characters'} too many`
      : `${count} ${count === 1 ? 'character' : 'characters'} left`,
  membersFound: (count: number) => `${count} ${count === 1 ? 'member' : 'members'}: arrows choose, Enter takes`,
};
