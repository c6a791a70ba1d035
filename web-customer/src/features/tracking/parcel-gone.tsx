import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import Archive from 'lucide-react/icons/archive';
import { inquiryAbout, SupportLink } from '../../shared/support-link.tsx';

/** Replaces the card for a parcel that the administrator has archived. */
export default function ParcelGone({ reference }: { reference: string }) {
  return (
    <div
      role="alert"
      className="grid animate-rise grid-cols-1 justify-items-center gap-3 rounded-2xl bg-surface px-4 py-6 text-center shadow-xl ring-1 ring-hairline sm:px-8"
    >
      <title>{`Colis ${reference} - ${PRODUCT_NAME}`}</title>
      <meta name="robots" content="noindex" />
      <Archive aria-hidden size={48} strokeWidth={1.25} className="text-brand" />
      <p className="text-lg font-semibold">Ce colis n'est plus suivi.</p>
      <p className="text-ink-soft">
        Pour savoir ce qu'il est devenu, écrivez au service client en indiquant le numéro{' '}
        <span className="font-mono wrap-anywhere">{reference}</span>. Pour suivre un autre colis, saisissez son numéro
        ci-dessus.
      </p>
      <SupportLink text={inquiryAbout(reference)} />
    </div>
  );
}
