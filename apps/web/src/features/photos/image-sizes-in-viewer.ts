/** The `sizes` of an image in the viewer: as wide as a phone, or as high as the window allows. */
export const imageSizesInViewer = '(max-width: 760px) 100vw, min({height}vh, calc(100vw - 560px))';
