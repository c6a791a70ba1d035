import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import { Button, buttonClass } from '../../shared/button.tsx';
import { copy } from '../../shared/share.ts';
import { Sheet } from '../../shared/sheet.tsx';

const TITLE = 'Vos codes de secours';

/** Shows recovery codes, once: nothing but the last button closes them. */
export default function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const text = `${PRODUCT_NAME} - ${TITLE}\r\n\r\n${codes.join('\r\n')}\r\n`;
  return (
    <Sheet
      title={TITLE}
      description={
        'Si vous perdez votre téléphone, un de ces codes le remplace. Chaque code sert une seule fois. Gardez-les en lieu sûr\u00a0: ils ne seront plus affichés.'
      }
    >
      <ul
        aria-label={TITLE}
        className="mt-4 grid justify-center gap-x-3 gap-y-1 rounded-xl bg-canvas px-2 py-3 font-mono sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ul>
      <div className="mt-4 grid grid-cols-1 gap-2 print:hidden">
        <div className="flex flex-wrap gap-2 *:flex-1">
          <Button label="Copier" onClick={() => void copy(codes.join('\n'), { title: 'Codes copiés' })} />
          <a
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
            download="fasocolis-codes-de-secours.txt"
            className={buttonClass('secondary')}
          >
            Enregistrer
          </a>
          <Button label="Imprimer" onClick={() => window.print()} />
        </div>
        <Button label="J'ai gardé mes codes" variant="primary" className="min-h-12" onClick={onClose} />
      </div>
    </Sheet>
  );
}
