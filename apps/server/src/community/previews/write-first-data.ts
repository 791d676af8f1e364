import { type FirstData, firstDataId } from '@mbari/contract/first-data';

/** CSP does not restrict data blocks. Escaping `<` prevents the data from closing the element. */
export const writeFirstData = (data: FirstData): string =>
  `<script type="application/json" id="${firstDataId}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;
