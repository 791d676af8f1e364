import { useEffect, useState } from 'react';
import './qr-code.css';

/** Quiet zone required by the standard, in modules. */
const quietZone = 4;

/** Dark on white in both themes, because some scanners fail otherwise. If the library fails to load, the text below remains. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [modules, setModules] = useState<boolean[][]>();
  useEffect(() => {
    let isMounted = true;
    import('uqr').then(
      ({ encode }) => isMounted && setModules(encode(text, { ecc: 'M', border: 0 }).data),
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, [text]);
  const side = (modules?.length ?? 0) + 2 * quietZone;
  return (
    <svg className="qr-code" viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label} shapeRendering="crispEdges">
      {modules && <path d={pathOf(modules)} fill="#000" />}
    </svg>
  );
}

/** Draws runs of dark modules as one path instead of a thousand squares. */
function pathOf(modules: boolean[][]): string {
  return modules
    .flatMap((row, y) => {
      const runs = [
        ...row
          .map((dark) => (dark ? '1' : '0'))
          .join('')
          .matchAll(/1+/g),
      ];
      return runs.map((run) => `M${run.index + quietZone} ${y + quietZone}h${run[0].length}v1h-${run[0].length}z`);
    })
    .join('');
}
