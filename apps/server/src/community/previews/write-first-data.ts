import { type FirstData, firstDataId } from '@mbari/contract/first-data';

/** A block of data is no script: no policy needs to allow it. Without `<` nothing in it can end it. */
export const writeFirstData = (data: FirstData): string =>
  `<script type="application/json" id="${firstDataId}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;
