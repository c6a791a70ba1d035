import { type ChinaAddress, ChinaAddressesSchema, chinaAddressLines } from '@fasocolis/contracts/china-addresses';
import { TRANSPORT_MODE_LABELS } from '@fasocolis/contracts/transport-modes';
import { apiQuery } from '@fasocolis/web-kit/api-query';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { Button, ButtonLink, buttonClass } from '../../shared/button.tsx';
import { useClientCode } from '../../shared/client-code.tsx';
import { ListSkeleton } from '../../shared/loading.tsx';
import { NarrowPage } from '../../shared/page.tsx';
import { paths } from '../../shared/paths.ts';
import { useSignedInUser } from '../../shared/session.ts';
import { copy } from '../../shared/share.ts';
import { SupportLink } from '../../shared/support-link.tsx';

const INTRO = 'Donnez cette adresse à vos vendeurs. Votre code dit que le colis est à vous\u00a0: gardez-le entier.';

/** "Mon adresse en Chine": what a customer gives to Chinese shops and suppliers. */
export default function ChinaAddresses() {
  const code = useClientCode(useSignedInUser());
  const addresses = useQuery(apiQuery(['china-addresses'], '/api/china-addresses', ChinaAddressesSchema));
  const isFailed = !(code.data && addresses.data) && (code.isError || addresses.isError);
  return (
    <NarrowPage title="Mon adresse en Chine" intro={INTRO}>
      {isFailed && (
        <div role="alert" className="grid gap-3">
          <p>Votre adresse n'a pas pu être chargée. Vérifiez votre connexion.</p>
          <Button label="Réessayer" onClick={() => void Promise.all([code.refetch(), addresses.refetch()])} />
        </div>
      )}
      {!isFailed && !(code.data && addresses.data) && <ListSkeleton text="Chargement de votre adresse..." />}
      {code.data && addresses.data && <Addresses code={code.data} addresses={addresses.data} />}
    </NarrowPage>
  );
}

function Addresses({ code, addresses }: { code: string; addresses: ChinaAddress[] }) {
  if (addresses.length === 0) {
    return (
      <div className="grid gap-3">
        <p>
          {'Votre code client\u00a0: '}
          <strong className="tracking-wide">{code}</strong>
        </p>
        <p>L'adresse n'est pas encore ici. Demandez-la-nous sur WhatsApp.</p>
        <SupportLink text={`Bonjour, quelle est votre adresse en Chine\u00a0? Mon code client est ${code}.`} />
      </div>
    );
  }
  return (
    <div className="grid gap-8">
      {addresses.map((address) => (
        <Address key={`${address.mode} ${address.city}`} code={code} address={address} />
      ))}
      <ButtonLink to={paths.announce} label="Annoncer un colis" />
    </div>
  );
}

/** On cartons, for people in China and in Burkina Faso. */
const MODE_WORDS = { AIR: 'Avion 空运', SEA: 'Bateau 海运' };

function Address({ code, address }: { code: string; address: ChinaAddress }) {
  const { mode, city } = address;
  const name = `${TRANSPORT_MODE_LABELS[mode]}, ${city}`;
  const text = chinaAddressLines(address, code);
  const block = useRef<HTMLParagraphElement>(null);
  const mark = useMemo(() => shippingMark(code, `${MODE_WORDS[mode]} ${city}`), [code, mode, city]);
  const copyBlock = () => {
    // Marks what is copied, and leaves one touch where the browser refuses to.
    if (block.current) getSelection()?.selectAllChildren(block.current);
    void copy(text, { title: 'Adresse copiée', description: 'Collez-la dans la boutique chinoise.' });
  };
  return (
    <section aria-label={name} className="grid gap-3">
      <h2 className="text-lg font-bold">{name}</h2>
      <p
        ref={block}
        lang="zh-CN"
        className="rounded-xl bg-canvas p-4 text-lg/7 wrap-anywhere whitespace-pre-line select-all"
      >
        {text}
      </p>
      <Button label="Copier l'adresse" variant="primary" className="min-h-12" onClick={copyBlock} />
      <h3 className="mt-2 font-semibold">À écrire sur chaque carton</h3>
      <img src={mark} alt={`Marque ${code}, ${name}`} {...MARK} className="h-auto w-full" />
      <a href={mark} download={`${code}-${mode}-${city}.png`} className={buttonClass('secondary')}>
        Enregistrer l'image
      </a>
    </section>
  );
}

const MARK = { width: 800, height: 480 };
const MARGIN = 32;

interface Line {
  text: string;
  /** The largest size that is used if the line is short enough. */
  size: number;
  middle: number;
}

/** The image that suppliers print or copy onto a carton, as a PNG in a data URL: black on white, the code as large as it fits. */
function shippingMark(code: string, details: string): string {
  const canvas = document.createElement('canvas');
  const { width, height } = Object.assign(canvas, MARK);
  const context = canvas.getContext('2d');
  if (!context) return '';
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#000';
  context.lineWidth = 6;
  context.strokeRect(6, 6, width - 12, height - 12);
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  const write = ({ text, size, middle }: Line) => {
    const font = (pixels: number) => `800 ${pixels}px system-ui, sans-serif`;
    context.font = font(size);
    const widest = width - 2 * MARGIN;
    context.font = font(Math.floor(size * Math.min(1, widest / context.measureText(text).width)));
    context.fillText(text, width / 2, middle);
  };
  write({ text: code, size: 240, middle: 190 });
  write({ text: details, size: 72, middle: 385 });
  return canvas.toDataURL('image/png');
}
