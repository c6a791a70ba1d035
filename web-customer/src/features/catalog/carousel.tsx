import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useEffect, useRef, useState } from 'react';
import { buttonClass } from '../../shared/button.tsx';
import { ProductImage } from './product-card.tsx';

const STAGE_SIZES = '(max-width: 1023px) calc(100vw - 32px), 592px';
const THUMBNAIL_SIZES = '96px';
/** Milliseconds without movement after which a swipe has ended. */
const AT_REST = 100;
const ARROW = 'absolute top-1/2 transform-[translateY(-50%)] rounded-full! bg-surface shadow-md hover:bg-surface';

interface Props {
  images: readonly string[];
  /** The subject of the photos, for their labels. */
  subject: string;
}

/** Photos in a row: swiped, or chosen with arrows, dots, thumbnails or the keyboard. The first one follows the last. */
export function Carousel({ images, subject }: Props) {
  const track = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  // Only the first photo is loaded until the user moves on.
  const [hasMoved, setHasMoved] = useState(false);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(rest.current), []);

  if (images.length < 2) {
    return (
      <div className="overflow-hidden rounded-2xl">
        <ProductImage url={images[0]} alt={images[0] ? subject : ''} sizes={STAGE_SIZES} isFirst />
      </div>
    );
  }

  const show = (index: number) => {
    const target = (index + images.length) % images.length;
    setHasMoved(true);
    setCurrent(target);
    track.current?.scrollTo({ left: target * track.current.clientWidth });
  };
  const follow = () => {
    setHasMoved(true);
    clearTimeout(rest.current);
    rest.current = setTimeout(() => {
      if (track.current) setCurrent(Math.round(track.current.scrollLeft / track.current.clientWidth));
    }, AT_REST);
  };

  return (
    <section aria-roledescription="carrousel" aria-label={`Photos\u00a0: ${subject}`}>
      <p aria-live="polite" className="sr-only">{`Photo ${current + 1} sur ${images.length}`}</p>
      <div className="relative">
        <ul
          ref={track}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scroll containers must be reachable with the keyboard.
          tabIndex={0} // oxlint-disable-line jsx-a11y/no-noninteractive-tabindex
          aria-label="Photos, à faire défiler"
          onScroll={follow}
          className="flex snap-x snap-mandatory overflow-x-auto rounded-2xl [scrollbar-width:none] motion-safe:scroll-smooth"
        >
          {images.map((url, index) => (
            <li key={url} aria-hidden={index !== current} className="w-full shrink-0 snap-center snap-always">
              <ProductImage
                url={index === 0 || hasMoved ? url : undefined}
                alt={`${subject}, photo ${index + 1} sur ${images.length}`}
                sizes={STAGE_SIZES}
                isFirst={index === 0}
              />
              {index > 0 && !hasMoved && (
                <noscript>
                  <img src={url} alt={`${subject}, ${index + 1} sur ${images.length}`} loading="lazy" />
                </noscript>
              )}
            </li>
          ))}
        </ul>
        <button
          type="button"
          aria-label="Image précédente"
          className={buttonClass('icon', `left-2 ${ARROW}`)}
          onClick={() => show(current - 1)}
        >
          <ChevronLeft aria-hidden size={24} />
        </button>
        <button
          type="button"
          aria-label="Image suivante"
          className={buttonClass('icon', `right-2 ${ARROW}`)}
          onClick={() => show(current + 1)}
        >
          <ChevronRight aria-hidden size={24} />
        </button>
      </div>
      <div className="flex justify-center">
        {images.map((url, index) => (
          <button
            key={url}
            type="button"
            aria-label={`Photo ${index + 1}`}
            aria-current={index === current}
            className="grid size-11 place-items-center rounded-full"
            onClick={() => show(index)}
          >
            <span
              className={`h-2.5 rounded-full transition-all duration-150 ${index === current ? 'w-6 bg-brand' : 'w-2.5 bg-control-line'}`}
            />
          </button>
        ))}
      </div>
      <div className="hidden grid-cols-4 gap-3 lg:grid">
        {images.map((url, index) => (
          <button
            key={url}
            type="button"
            aria-label={`Miniature ${index + 1}`}
            aria-current={index === current}
            className="overflow-hidden rounded-xl border-2 border-transparent aria-current:border-brand"
            onClick={() => show(index)}
          >
            <ProductImage url={url} alt="" sizes={THUMBNAIL_SIZES} />
          </button>
        ))}
      </div>
    </section>
  );
}
