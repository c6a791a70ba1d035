import type { User } from '@fasocolis/contracts/user';
import { toast } from '@fasocolis/web-kit/toast-store';
import { useQuery } from '@tanstack/react-query';
import CircleCheck from 'lucide-react/icons/circle-check';
import { Button } from '../../shared/button.tsx';
import { useRefreshSession } from '../../shared/session.ts';
import { useWhatsappRequest, WhatsappCode } from '../../shared/whatsapp-code.tsx';
import { whatsappStateQuery } from '../../shared/whatsapp-request.ts';

/** Whether the number of the profile is verified, and the way to verify it. */
export function PhoneVerification({ user }: { user: User }) {
  const { data: whatsapp } = useQuery(whatsappStateQuery);
  const refreshSession = useRefreshSession();
  const request = useWhatsappRequest();
  if (!user.phone) return null;
  if (user.phoneVerified) {
    return (
      <p className="mt-4 inline-flex items-center gap-1.5 rounded-full bg-green-surface px-3 py-1 text-sm font-semibold text-green">
        <CircleCheck aria-hidden size={16} />
        Numéro vérifié
      </p>
    );
  }
  return (
    <section className="mt-6 border-t border-line pt-5" aria-label="Vérifier votre numéro">
      <p className="text-ink-soft">
        Votre numéro n'est pas vérifié. Une fois vérifié, il sert à vous connecter, et les colis à ce numéro sont dans
        votre compte.
        {whatsapp?.isEnabled === false && ' Demandez-nous un lien de vérification par WhatsApp ou au guichet.'}
      </p>
      {whatsapp?.isEnabled && !request.data && (
        <Button
          label="Vérifier par WhatsApp"
          className="mt-3 w-full sm:w-auto"
          disabled={request.isPending}
          onClick={() => request.mutate()}
        />
      )}
      {request.data && (
        <div className="mt-4">
          <WhatsappCode
            text={request.data}
            submit="Vérifier mon numéro"
            onDone={() => {
              toast({ title: 'Numéro vérifié' });
              request.reset();
              refreshSession();
            }}
            onOver={request.reset}
          />
        </div>
      )}
    </section>
  );
}
