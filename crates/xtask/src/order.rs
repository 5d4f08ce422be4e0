//! The functions of a WebAssembly module in an order that travels well.
//!
//! gzip finds what is alike only where it is near: in a module of megabytes, the
//! copies of one generic function must stand side by side. They do in the order
//! of names, so that is the order here. No function changes, only its number.

use anyhow::{Context as _, Result};
use std::collections::BTreeMap;
use std::convert::Infallible;
use wasm_encoder::reencode::{Error, Reencode, utils};
use wasm_encoder::{CodeSection, FunctionSection, Module};
use wasmparser::{
    CodeSectionReader, CustomSectionReader, FunctionSectionReader, KnownCustom, Name, Parser,
    Payload, TypeRef,
};

/// The same module with its functions in the order of their names, and without
/// these.
pub(crate) fn by_name(module: &[u8]) -> Result<Vec<u8>> {
    let mut order = Order::read(module).context("reading the module's functions")?;
    let mut ordered = Module::new();
    let written = order.parse_core_module(&mut ordered, Parser::new(0), module);
    written.map_err(|error| anyhow::anyhow!("writing the module anew: {error}"))?;
    Ok(ordered.finish())
}

/// Where each function goes.
struct Order {
    /// The functions of the module itself, as they shall follow each other;
    /// counted from the first that is not imported.
    sequence: Vec<usize>,
    /// The new number of each function; those that are imported come first, and
    /// keep theirs.
    numbers: Vec<u32>,
}

impl Order {
    fn read(module: &[u8]) -> Result<Self> {
        let (mut imported, mut own) = (0, 0);
        let mut names = BTreeMap::new();
        for payload in Parser::new(0).parse_all(module) {
            match payload? {
                Payload::ImportSection(section) => {
                    for import in section.into_imports() {
                        imported += u32::from(matches!(import?.ty, TypeRef::Func(_)));
                    }
                }
                Payload::FunctionSection(section) => own = section.count(),
                Payload::CustomSection(section) => names.extend(function_names(&section)?),
                _ => {}
            }
        }
        let name = |number: u32| names.get(&number).copied().unwrap_or_default();
        let mut sequence: Vec<u32> = (imported..imported + own).collect();
        sequence.sort_by_key(|&number| without_hash(name(number)));
        let mut numbers: Vec<u32> = (0..imported + own).collect();
        for (new, &old) in (imported..).zip(&sequence) {
            numbers[old as usize] = new;
        }
        let sequence = sequence.iter().map(|&old| (old - imported) as usize).collect();
        Ok(Self { sequence, numbers })
    }
}

/// The names that this section gives to functions, if it is the one for names.
fn function_names<'a>(section: &CustomSectionReader<'a>) -> Result<BTreeMap<u32, &'a str>> {
    let KnownCustom::Name(names) = section.as_known() else { return Ok(BTreeMap::new()) };
    let mut functions = BTreeMap::new();
    for name in names {
        if let Name::Function(map) = name? {
            for naming in map {
                let naming = naming?;
                functions.insert(naming.index, naming.name);
            }
        }
    }
    Ok(functions)
}

/// A name without the hash that tells copies of a function apart: it is no
/// order, and what is larger beside what is smaller is worse.
fn without_hash(name: &str) -> &str {
    name.rsplit_once("::h").map_or(name, |(path, _)| path)
}

impl Reencode for Order {
    type Error = Infallible;

    fn function_index(&mut self, number: u32) -> Result<u32, Error<Infallible>> {
        Ok(self.numbers.get(number as usize).copied().unwrap_or(number))
    }

    fn parse_function_section(
        &mut self,
        functions: &mut FunctionSection,
        section: FunctionSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        let types = section.into_iter().collect::<Result<Vec<_>, _>>()?;
        for place in self.sequence.clone() {
            functions.function(types[place]);
        }
        Ok(())
    }

    fn parse_code_section(
        &mut self,
        code: &mut CodeSection,
        section: CodeSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        let bodies = section.into_iter().collect::<Result<Vec<_>, _>>()?;
        for place in self.sequence.clone() {
            self.parse_function_body(code, bodies[place].clone())?;
        }
        Ok(())
    }

    fn parse_custom_section(
        &mut self,
        module: &mut Module,
        section: CustomSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        if matches!(section.as_known(), KnownCustom::Name(_)) {
            return Ok(());
        }
        utils::parse_custom_section(self, module, section)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_encoder::{
        ConstExpr, ElementSection, Elements, EntityType, ExportKind, ExportSection, Function,
        ImportSection, NameMap, NameSection, TypeSection,
    };

    /// A module with an imported function and with own ones in this order, which
    /// are exported and listed for a table in the order of `told`. Each calls
    /// itself and says how long its name is.
    fn module(own: &[&str], told: &[&str], keeps_names: bool) -> Vec<u8> {
        let number = |name: &str| own.iter().position(|&other| other == name).unwrap() as u32 + 1;
        let mut types = TypeSection::new();
        types.ty().function([], []);
        let mut imports = ImportSection::new();
        imports.import("js", "tell", EntityType::Function(0));
        let (mut functions, mut code) = (FunctionSection::new(), CodeSection::new());
        let mut names = NameMap::new();
        for name in own {
            functions.function(0);
            names.append(number(name), name);
            let mut body = Function::new([]);
            body.instructions().i32_const(name.len() as i32).drop().call(number(name)).end();
            code.function(&body);
        }
        let (mut exports, mut elements) = (ExportSection::new(), ElementSection::new());
        for name in told {
            exports.export(name, ExportKind::Func, number(name));
        }
        let listed: Vec<u32> = told.iter().map(|name| number(name)).chain([0]).collect();
        elements.active(None, &ConstExpr::i32_const(0), Elements::Functions(listed.into()));
        let mut module = Module::new();
        module.section(&types).section(&imports).section(&functions).section(&exports);
        module.section(&elements).section(&code);
        if keeps_names {
            let mut section = NameSection::new();
            section.functions(&names);
            module.section(&section);
        }
        module.finish()
    }

    #[test]
    fn functions_move_and_whoever_calls_them_still_does() {
        let check = |from: &[&str], to: &[&str]| {
            assert_eq!(by_name(&module(from, from, true)).unwrap(), module(to, from, false));
        };
        check(&["c", "a::long", "b::longest"], &["a::long", "b::longest", "c"]);
        check(&["a", "b::c"], &["a", "b::c"]);
        // What differs in its hash alone keeps its order.
        check(&["f::x::h2", "f::g", "f::x::h10"], &["f::g", "f::x::h2", "f::x::h10"]);
    }

    #[test]
    fn what_is_no_module_is_refused() {
        assert!(by_name(b"not a module").is_err());
    }
}
