/** The allow-list for stored SVGs. New web features are removed until added here. */

export const SVG_NAMESPACE = "http://www.w3.org/2000/svg";
export const XLINK_NAMESPACE = "http://www.w3.org/1999/xlink";
export const XML_NAMESPACE = "http://www.w3.org/XML/1998/namespace";

const words = (text: string) => text.trim().split(/\s+/);

/** Without scripts, foreign content, animation, and filters whose cost depends on a number. */
export const ELEMENTS: ReadonlySet<string> = new Set(
  words(`
    svg g defs symbol use switch a title desc style
    path rect circle ellipse line polyline polygon text tspan textPath
    linearGradient radialGradient stop pattern image marker mask clipPath filter
    feBlend feColorMatrix feComponentTransfer feComposite feDiffuseLighting feDistantLight feDropShadow feFlood
    feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight
    feSpecularLighting feSpotLight feTile
  `),
);

export const ANIMATION_ELEMENTS: ReadonlySet<string> = new Set(
  words("animate animateColor animateMotion animateTransform set mpath discard"),
);

/** Elsewhere, only white space is allowed. */
export const TEXT_ELEMENTS: ReadonlySet<string> = new Set(words("text tspan textPath title desc style"));

/** Allowed as attributes, in `style` and in style sheets. */
export const PROPERTIES: ReadonlySet<string> = new Set(
  words(`
    alignment-baseline baseline-shift clip clip-path clip-rule color color-interpolation color-interpolation-filters
    color-rendering direction display dominant-baseline enable-background fill fill-opacity fill-rule filter
    flood-color flood-opacity font font-family font-feature-settings font-kerning font-size font-size-adjust
    font-stretch font-style font-variant font-variant-alternates font-variant-caps font-variant-east-asian
    font-variant-ligatures font-variant-numeric font-variant-position font-variation-settings font-weight
    glyph-orientation-horizontal glyph-orientation-vertical image-rendering
    isolation letter-spacing lighting-color line-height marker marker-end marker-mid marker-start mask mask-type
    mix-blend-mode opacity overflow paint-order pointer-events shape-rendering stop-color stop-opacity stroke
    stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width
    text-align text-anchor text-decoration text-decoration-color text-decoration-line text-decoration-style text-indent
    text-orientation text-rendering text-transform transform transform-box
    transform-origin unicode-bidi vector-effect visibility white-space word-spacing writing-mode
  `),
);

export const ATTRIBUTES: ReadonlySet<string> = new Set([
  ...PROPERTIES,
  ...words(`
    id class style lang role aria-describedby aria-hidden aria-label aria-labelledby aria-roledescription version
    baseProfile type media requiredExtensions requiredFeatures systemLanguage
    x y x1 x2 y1 y2 cx cy r rx ry fx fy fr dx dy width height d points pathLength viewBox preserveAspectRatio
    rotate textLength lengthAdjust startOffset method spacing side offset
    gradientUnits gradientTransform spreadMethod patternUnits patternContentUnits patternTransform
    clipPathUnits maskUnits maskContentUnits markerUnits markerWidth markerHeight refX refY orient
    filterUnits primitiveUnits in in2 result stdDeviation mode values operator k1 k2 k3 k4 radius
    tableValues slope intercept amplitude exponent azimuth elevation z pointsAtX pointsAtY pointsAtZ
    specularExponent specularConstant diffuseConstant surfaceScale limitingConeAngle
  `),
]);

/** Text or names, never parsed as CSS. */
export const PLAIN_ATTRIBUTES: ReadonlySet<string> = new Set(words("id class aria-label aria-roledescription"));

/** `url` must also point inside the file. */
export const FUNCTIONS: ReadonlySet<string> = new Set(
  words(`
    url rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix calc min max clamp var
    matrix translate translatex translatey scale scalex scaley rotate skew skewx skewy
    blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia
    inset circle ellipse polygon rect
  `),
);
