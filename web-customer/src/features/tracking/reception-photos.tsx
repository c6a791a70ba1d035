import ImageIcon from 'lucide-react/icons/image';
import { useState } from 'react';
import { buttonClass } from '../../shared/button.tsx';

/** The photos of the receipt, which are loaded when the owner wants to see them. */
export function ReceptionPhotos({ ids }: { ids: readonly number[] }) {
  const [isShown, setShown] = useState(false);
  if (!isShown) {
    return (
      <button type="button" className={buttonClass('secondary', 'mt-3 w-full')} onClick={() => setShown(true)}>
        <ImageIcon aria-hidden size={20} />
        {ids.length > 1 ? `Voir les ${ids.length} photos de la réception` : 'Voir la photo de la réception'}
      </button>
    );
  }
  return (
    <ul aria-label="Photos de la réception" className="mt-3 grid gap-2">
      {ids.map((id, index) => (
        <li key={id}>
          <img
            src={`/api/reception-photos/${id}`}
            alt={`Votre colis à la réception, vue ${index + 1}`}
            width={1280}
            height={960}
            className="h-auto w-full rounded-xl bg-canvas"
          />
        </li>
      ))}
    </ul>
  );
}
