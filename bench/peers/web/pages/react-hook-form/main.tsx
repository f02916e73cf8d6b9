import "../plain.css";
import { type UseFormRegister, useForm } from "react-hook-form";
import { type Field, sections } from "../../questions.ts";
import { mount } from "../mount.ts";

type Answers = Record<string, string | string[]>;
type FieldProps = { field: Field; register: UseFormRegister<Answers> };

/** As lean as possible: native controls, no other library. */
function Interview() {
  const { register, handleSubmit } = useForm<Answers>();
  return (
    <form onSubmit={(event) => void handleSubmit(() => undefined)(event)}>
      {sections.map(({ name, title, description, questions }) => (
        <section key={name}>
          <h2>{title}</h2>
          <p>{description}</p>
          {questions.map((question) => (
            <fieldset key={question.title}>
              <legend>{question.title}</legend>
              <p>{question.prompt}</p>
              {question.fields.map((field) => (
                <AnyField key={field.name} field={field} register={register} />
              ))}
            </fieldset>
          ))}
        </section>
      ))}
      <button type="submit">Submit</button>
    </form>
  );
}

function AnyField({ field, register }: FieldProps) {
  if (field.kind === "choices") return <Choices field={field} register={register} />;
  return (
    <>
      <label htmlFor={field.name}>{field.label}</label>
      <Control field={field} register={register} />
    </>
  );
}

function Control({ field, register }: FieldProps) {
  const control = { id: field.name, ...register(field.name) };
  if (field.kind === "long-text") return <textarea placeholder={field.placeholder} {...control} />;
  if (field.kind === "scale") return <input type="range" min={field.min} max={field.max} {...control} />;
  if (!("options" in field)) return <input type={field.kind} placeholder={field.placeholder} {...control} />;
  return (
    <select {...control}>
      <option value="" />
      {field.options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

function Choices({ field, register }: FieldProps) {
  if (field.kind !== "choices") return null;
  return (
    <fieldset>
      <legend>{field.label}</legend>
      {field.options.map(({ value, label }) => (
        <label key={value}>
          <input type="checkbox" value={value} {...register(field.name)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

mount(<Interview />);
